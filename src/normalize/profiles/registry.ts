import type { Profile } from "./profile.ts";

/** Every command family, in alphabetical order. Data only: add a row, add its golden folder. */
export const PROFILES: readonly Profile[] = [];

import { KEEP } from "../select.ts";
import type { Profile } from "./profile.ts";

const LINE_UNITS = 2_000;

/** Applies a profile: skeleton, passages and list rows are raised; nothing is ever lowered. */
export function markProfile(profile: Profile, texts: readonly string[], classes: Uint8Array): void {
  for (let i = 0; i < texts.length; i += 1) {
    const text = texts[i] as string;
    if (text.length > LINE_UNITS) continue;
    if (profile.keep.some((pattern) => pattern.test(text))) raise(classes, i);
    for (const block of profile.blocks ?? []) {
      if (!block.start.test(text)) continue;
      raise(classes, i);
      for (let k = i + 1; k < texts.length && k - i < block.cap; k += 1) {
        const inside = texts[k] as string;
        if (block.until ? block.until.test(inside) : inside.trim() === "") break;
        raise(classes, k);
      }
    }
  }
  for (const items of profile.items ?? []) {
    const rows: number[] = [];
    for (let i = 0; i < texts.length; i += 1) {
      if ((texts[i] as string).length <= LINE_UNITS && items.row.test(texts[i] as string)) rows.push(i);
    }
    const all = rows.length <= items.keepUpTo;
    rows.forEach((at, n) => {
      if (all || n < items.first || n >= rows.length - items.last) raise(classes, at);
    });
  }
}

function raise(classes: Uint8Array, at: number): void {
  if ((classes[at] as number) < KEEP.skeleton) classes[at] = KEEP.skeleton;
}

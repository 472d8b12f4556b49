import type { Runtime } from "../base/runtime.ts";
import type { SettingValues } from "../settings/resolve.ts";

/** What a handler may use. */
export interface HookContext {
  readonly rt: Runtime;
  /** Settings, read when first asked for. */
  readonly settings: () => SettingValues;
  /** Milliseconds left of the hook's deadline. */
  readonly leftMs: () => number;
  /** One line on stderr. */
  readonly say: (line: string) => void;
}

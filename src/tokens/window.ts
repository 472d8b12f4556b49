/**
 * Size of the context window of a model, where the host did not say.
 * A model name with `[1m]` has a million tokens; else a window is assumed that
 * is never nearly full, so that nothing is tightened on a guess.
 */
export function estimateWindow(model: string, usedTokens: number): number {
  if (model.toLowerCase().includes("[1m]")) return 1_000_000;
  return Math.max(200_000, Math.floor((usedTokens * 115) / 100) + 50_000);
}

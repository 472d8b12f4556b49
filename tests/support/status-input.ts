/** What the host hands to a status line, as it writes it. */
export const STATUS_INPUT = {
  session_id: "0b6c1f0e-5a3d-4c55-9e0e-1f2d3c4b5a69",
  model: { id: "claude-opus-5-5", display_name: "Opus 5.5" },
  workspace: { current_dir: "/home/dev/project" },
  context_window: {
    total_input_tokens: 14_046,
    context_window_size: 1_000_000,
    current_usage: { input_tokens: 10 },
    used_percentage: 1,
  },
};

/** The empty program: what any compiled program costs before it does something. */
export {};

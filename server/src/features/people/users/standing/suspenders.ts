/** Who may hold somebody suspended, each a bit: whoever takes theirs back leaves those of the others. */
export const suspenders = { administrator: 1, directory: 2, workflow: 4 } as const
export type Suspender = (typeof suspenders)[keyof typeof suspenders]

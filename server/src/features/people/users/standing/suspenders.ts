/** Who can suspend a user, one bit each: lifting one suspension leaves the others. */
export const suspenders = { administrator: 1, directory: 2, workflow: 4 } as const
export type Suspender = (typeof suspenders)[keyof typeof suspenders]

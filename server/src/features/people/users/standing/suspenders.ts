/** Who can suspend a user, one bit each: lifting one suspension leaves the others. */
export const suspensionSources = { administrator: 1, directory: 2, workflow: 4 } as const
export type SuspensionSource = (typeof suspensionSources)[keyof typeof suspensionSources]

/** Values of `provisioning_items.what`. */
export const itemKinds = { user: 1, group: 2 } as const

/** Values of `provisioning_items.state`. */
export const itemStates = { pending: 0, provisioned: 1, ended: 2, refused: 3 } as const

/** Values of `provisioning_looks.phase`; the last one covers accounts that matched no user. */
export const comparisonPhases = { users: 1, groups: 2, members: 3, unmatched: 4 } as const

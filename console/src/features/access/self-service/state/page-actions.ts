import type { selfServiceActions as actions } from '@claviger/contract/access/self-service'

// Copied from the contract and checked against its type, so that the page does not load the schemas
export const selfServiceActions: typeof actions = { enrollment: 0, recovery: 1 }

/** Delay between session and configuration, and between action and card (R55, R74); milliseconds. */
export const settle = 50

/** Redirect path after an external sign-in (R85). */
export const returnPath = '/msal/result'

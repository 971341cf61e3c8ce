import type { selfServiceActions as actions } from '@claviger/contract/access/self-service'
import type { ExtensionInfo, PageMessage } from '@claviger/contract/keys/extension'

// A few words of the contract, held against it by their types: the page does without the schemas beside them.

export const selfServiceActions: typeof actions = { enrollment: 0, recovery: 1 }
export const fromPage: PageMessage['source'] = 'claviger-page'
export const fromExtension: ExtensionInfo['source'] = 'claviger-extension'

/** Between the session and the configuration, and between the action and the card (R55, R74; milliseconds). */
export const settle = 50

/** Where a sign-in elsewhere returns to (R85). */
export const returnPath = '/msal/result'

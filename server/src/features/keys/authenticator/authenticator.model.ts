/**
 * The model of all server-held authenticators (AAGUID a57847b9-e68a-49f7-bd49-63a5865f18fe).
 */
export const AAGUID: Buffer = Buffer.from('a57847b9e68a49f7bd4963a5865f18fe', 'hex')

export const FIRMWARE = 1

export const MAX_MESSAGE = 7609

export const MAX_LIST = 64

/** Bytes of a credential ID: random, so that it reveals nothing. */
export const CREDENTIAL_ID = 32

export const MAX_CREDENTIALS = 500

export const MAX_RP_ID = 255
export const MAX_USER_ID = 64
export const MAX_NAME = 128
export const MAX_BLOB = 32

/** Minimum code points of any PIN (§6.5.1); a card can require more. */
export const LEAST_PIN = 4
/** Maximum bytes of any PIN (§6.5.1). */
export const MOST_PIN = 63

/** How often a platform asks for a finger before it gives up (§6.4). The reader does the matching. */
export const UV_ATTEMPTS = 5

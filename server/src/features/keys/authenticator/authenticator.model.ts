/** The model of every server-held authenticator, whatever card opens it (AAGUID a57847b9-e68a-49f7-bd49-63a5865f18fe). */
export const AAGUID: Buffer = Buffer.from('a57847b9e68a49f7bd4963a5865f18fe', 'hex')

/** Counts releases of this core that a platform could tell apart. */
export const FIRMWARE = 1

/** Bytes of a request, the command among them: what a message of CTAPHID can carry (CTAP 2.1 §11.2.4). */
export const MAX_MESSAGE = 7609

/** Credentials that an allow list or exclude list may name. */
export const MAX_LIST = 64

/** Bytes of our credential ids: nothing but chance, so that they tell nothing. */
export const CREDENTIAL_ID = 32

/** Credentials on one card. */
export const MAX_CREDENTIALS = 500

export const MAX_RP_ID = 255
export const MAX_USER_ID = 64
/** Bytes of a name; longer ones are cut. */
export const MAX_NAME = 128
export const MAX_BLOB = 32

/** Fewest code points of any PIN (§6.5.1); a card may ask for more. */
export const LEAST_PIN = 4
/** Most bytes of any PIN (§6.5.1). */
export const MOST_PIN = 63

/** How often a platform asks for the finger before it gives up (§6.4); which is the right one the reader sees, not we. */
export const UV_ATTEMPTS = 5

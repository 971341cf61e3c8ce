/**
 * Why a call that changes something requires no fresh passkey. Every other call of a signed-in user does. A call
 * that gives access, removes protection, changes who can do what, discloses a secret, or deletes in bulk has no reason here.
 */
export type UnconfirmedReason =
  /** It only reads, checks, or previews. */
  | 'looks'
  /** It changes the caller's own data or view, which gives no access. */
  | 'own'
  /** It opens, confirms, or ends one of the caller's own sessions, and doesn't count as a fresh passkey. */
  | 'session'
  /** It changes a label that only administrators see. */
  | 'label'
  /** It prepares a change that a later call confirms, or drops what was prepared. */
  | 'draft'
  /** It completes or repeats a change that was confirmed. */
  | 'follows'
  /** It stops work in progress and undoes nothing. */
  | 'stops'
  /** It removes one thing, possibly in an emergency, and the removal can be reverted. */
  | 'takes-away'
  /** Its handler requires proof itself, depending on input and caller. */
  | 'asks-itself'
  /** It exports what the caller can read on the screen, without secrets. */
  | 'export'
  /** It records what happens at this moment, such as a tapped card, where a delay would falsify the record. */
  | 'records'

/**
 * Why a call that changes something does not ask for a fresh passkey. Every other call of a signed-in user does. A call
 * that gives access, removes protection, changes who can do what, discloses a secret, or deletes in bulk has no reason here.
 */
export type UnconfirmedReason =
  /** It reads, checks, or previews; what it reads stays as it is. */
  | 'looks'
  /** It changes the caller's own data or view, which gives no access. */
  | 'own'
  /** It opens, confirms, or ends one of the caller's own sessions, and makes none of them fresh without a passkey. */
  | 'session'
  /** It changes a label that only administrators see. */
  | 'label'
  /** It prepares a change that a later call confirms, or drops what was prepared. */
  | 'draft'
  /** It completes or repeats a change that was confirmed. */
  | 'follows'
  /** It stops work in progress; what was done stays done. */
  | 'stops'
  /** It takes one thing away, as in an emergency, and it can be given again. */
  | 'takes-away'
  /** Its function asks for proof where the input or the caller makes that necessary. */
  | 'asks-itself'
  /** It exports what the caller can read on the screen; the export holds no secrets. */
  | 'export'
  /** It records what happens at this moment, such as a tapped card, where a delay would falsify the record. */
  | 'records'

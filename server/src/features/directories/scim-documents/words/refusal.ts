/** The words of RFC 7644 §3.12 and RFC 9865 §2.1 for what is wrong with a request. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'sensitive'
  | 'invalidCursor'

/** A refusal as SCIM tells it; what is thrown otherwise is a fault. */
export class ScimRefusal extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined
  /** Seconds after which asking again may help. */
  readonly after: number | undefined

  /** What was done until then stays: a clash that an administrator has to solve, somebody who was counted. */
  readonly stays: boolean

  constructor(status: number, detail: string, scimType?: ScimType, after?: number, stays = false) {
    super(detail)
    this.name = 'ScimRefusal'
    this.status = status
    this.scimType = scimType
    this.after = after
    this.stays = stays
  }
}

/** The value or form of a request is wrong. */
export const refuse = (scimType: ScimType, detail: string): ScimRefusal => new ScimRefusal(400, detail, scimType)

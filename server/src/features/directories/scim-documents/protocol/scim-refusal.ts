/** Error types of RFC 7644 §3.12 and RFC 9865 §2.1. */
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

export class ScimRefusal extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined
  readonly after: number | undefined

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

/** 400 for an invalid value or syntax. */
export const refuse = (scimType: ScimType, detail: string): ScimRefusal => new ScimRefusal(400, detail, scimType)

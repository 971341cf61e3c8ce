/** An assertion of a published collection; `failed` says why it doesn't hold. */
export interface Outcome {
  readonly name: string
  readonly failed: string | undefined
}

export type CollectionClient = (
  method: string,
  path: string,
  body: string | undefined,
  type: string | undefined,
  authorization?: string,
) => Promise<{ status: number; text: string }>

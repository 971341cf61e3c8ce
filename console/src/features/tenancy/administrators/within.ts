/** The workspace whose administrators a super administrator looks at. */
export interface Within {
  id: string
  name: string
  /** Its people may be super administrators. */
  installation: boolean
}

export interface Within {
  id: string
  name: string
  installation: boolean
}

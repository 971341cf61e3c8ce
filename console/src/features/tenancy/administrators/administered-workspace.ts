export interface AdministeredWorkspace {
  id: string
  name: string
  installation: boolean
}

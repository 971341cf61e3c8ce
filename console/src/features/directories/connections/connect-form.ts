import type { DirectoryConnection } from '@claviger/contract/directories/connections'

/** Props of each directory type's form: the connection to change, or null for a new one. */
export interface ConnectFormProps {
  connection: DirectoryConnection | null
  done: (id?: string) => void
}

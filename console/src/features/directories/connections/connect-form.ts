import type { DirectoryConnection } from '@claviger/contract/directories/connections'

/** What the form of a kind of directory is given: the connection to change, or null to make one. */
export interface ConnectFormProps {
  connection: DirectoryConnection | null
  /** It was saved; the id where it is new. */
  done: (id?: string) => void
}

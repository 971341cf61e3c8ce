import { type DirectoryConnection } from '@claviger/contract/directories/connections'
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/** What the form of a kind of directory is given: the connection to change, or null to make one. */
export interface ConnectFormProps {
  connection: DirectoryConnection | null
  /** It was saved; the id where it is new. */
  done: (id?: string) => void
}

/** A kind of directory that can be connected on the sync page: its form, shown in a dialog. */
export interface ConnectForm {
  kind: number
  Form: LazyExoticComponent<ComponentType<ConnectFormProps>>
}

/** One line for each kind: `{ kind: connectionKinds.ldap, Form: lazyForm(() => import('../ldap/LdapForm.tsx')) }`. */
export const connectForms: readonly ConnectForm[] = []

export const lazyForm = (load: () => Promise<{ default: ComponentType<ConnectFormProps> }>) => lazy(load)

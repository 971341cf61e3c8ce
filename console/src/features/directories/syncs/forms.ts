import { connectionKinds } from '@claviger/contract/directories/connections'
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import type { ConnectFormProps } from '../connections/connect-form.ts'

/** A kind of directory that can be connected on the sync page: its form, shown in a dialog. */
export interface ConnectForm {
  kind: number
  Form: LazyExoticComponent<ComponentType<ConnectFormProps>>
}

/** A form that comes when it is shown. */
export const lazyForm = (load: () => Promise<{ default: ComponentType<ConnectFormProps> }>) => lazy(load)

/** One line for each kind: `{ kind: connectionKinds.ldap, Form: lazyForm(() => import('../ldap/LdapForm.tsx')) }`. */
export const connectForms: readonly ConnectForm[] = [
  { kind: connectionKinds.entra, Form: lazyForm(() => import('../entra/EntraForm.tsx')) },
  { kind: connectionKinds.okta, Form: lazyForm(() => import('../okta/OktaForm.tsx')) },
  { kind: connectionKinds.ldap, Form: lazyForm(() => import('../ldap/LdapForm.tsx')) },
]

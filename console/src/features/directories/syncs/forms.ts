import { connectionKinds } from '@claviger/contract/directories/connections'
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import type { ConnectFormProps } from '../connections/connect-form.ts'

export interface ConnectForm {
  kind: number
  Form: LazyExoticComponent<ComponentType<ConnectFormProps>>
}

export const lazyForm = (load: () => Promise<{ default: ComponentType<ConnectFormProps> }>) => lazy(load)

export const connectForms: readonly ConnectForm[] = [
  { kind: connectionKinds.entra, Form: lazyForm(() => import('../entra/EntraForm.tsx')) },
  { kind: connectionKinds.okta, Form: lazyForm(() => import('../okta/OktaForm.tsx')) },
  { kind: connectionKinds.ldap, Form: lazyForm(() => import('../ldap/LdapForm.tsx')) },
]

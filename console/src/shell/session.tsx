import { account } from '@claviger/contract/access/account'
import type { OwnAccount } from '@claviger/contract/access/account'
import { firstSupportedLanguage } from '@claviger/contract/platform/languages'
import { accountRoles, reachesOtherWorkspaces, type Permission } from '@claviger/contract/platform/permissions'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { createContext, use, useEffect } from 'react'
import type { ReactNode } from 'react'
import { rememberWorkspace } from '../platform/data/known-workspace.ts'
import { readAhead, useRead } from '../platform/data/useRead.ts'
import { choose, language } from '../platform/text/language.ts'
import { t } from '../platform/text/text.ts'
import { ErrorCard } from '../platform/ui/page/ErrorCard.tsx'
import { Loading } from './Loading.tsx'
import { signOutThisTab } from './signOut.ts'
import { openOthers } from './browser-tabs.ts'

export interface Session {
  me: OwnAccount
  name: string
  personal: boolean
  can(may: Permission): boolean
}

// In a personal workspace, the server refuses these for all roles (decision G2)
const ofBusiness = (may: Permission) => may.includes('.') && !reachesOtherWorkspaces(may)

/** Is this a billing permission, which does not exist without billing? */
export const ofBilling = (may: Permission): boolean => may.startsWith('billing.') || may === 'super.billing'

// In maintenance, the server refuses changes of everyone but super administrators
const ofChanges = (may: Permission) => /^(?!super\.).*\.(?:write|transfer|delete|grant)$/.test(may)

const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (session === null) throw new Error('No session')
  return session
}

export const readOwnAccount = (): Promise<OwnAccount | undefined> => readAhead(account.self, {})

export function permissionsOfAccount(me: OwnAccount): Session['can'] {
  const granted = new Set<string>(me.permissions)
  const personal = isPersonal(me)
  return may =>
    granted.has(may) &&
    !(personal && ofBusiness(may)) &&
    !(me.maintenance && ofChanges(may)) &&
    (me.billing || !ofBilling(may))
}

const isPersonal = (me: OwnAccount) => me.workspace.type === workspaceTypes.individual

/** Is this a session in a workspace whose name says nothing about its user? */
const hasSharedWorkspace = (me: OwnAccount) =>
  !isPersonal(me) && me.support === null && me.accountRole !== accountRoles.superAdmin

export function SessionKeeper({ children }: { children: ReactNode }) {
  const self = useRead(account.self, {}, { fresh: 60_000, quiet: true })
  const demo = self.data?.demo === true
  const known = self.data && hasSharedWorkspace(self.data) ? self.data.workspace : undefined
  const own = (demo ? null : self.data?.language) ?? ''
  useEffect(() => {
    const wanted = firstSupportedLanguage([own])
    if (wanted !== null && wanted !== language()) choose(wanted).catch(() => undefined)
  }, [own])
  useEffect(() => {
    document.documentElement.toggleAttribute('data-demo', demo)
  }, [demo])
  const slug = known?.slug
  const title = known?.name
  useEffect(() => {
    if (slug !== undefined && title !== undefined) rememberWorkspace({ slug, name: title })
  }, [slug, title])
  useEffect(() => openOthers(() => void signOutThisTab()), [])
  if (self.isPending) return <Loading />
  // Keep cached data, so that the page keeps its content
  if (self.data === undefined)
    return self.error?.status === 401 ? null : (
      <main>
        <h1 className="cv-hidden">Claviger</h1>
        <ErrorCard title={t('We could not load your account')} fault={self.error} retry={() => void self.refetch()} />
      </main>
    )
  const me = self.data
  const session: Session = {
    me,
    name: `${me.firstName} ${me.lastName}`.trim(),
    personal: isPersonal(me),
    can: permissionsOfAccount(me),
  }
  return <SessionContext value={session}>{children}</SessionContext>
}

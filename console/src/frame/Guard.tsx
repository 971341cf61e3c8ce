import type { Permission } from '@claviger/contract/platform/permissions'
import { IconLock } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { t } from '../platform/text/text.ts'
import { EmptyState } from '../platform/ui/page/EmptyState.tsx'
import { menuOf } from './menu/menu-items.ts'
import { Personal } from './Personal.tsx'
import { ofBilling, useSession } from '../shell/session.tsx'

interface GuardProps {
  may: Permission
  home: boolean
  billing?: boolean | undefined
  /** Whether the screen exists only in personal workspaces. */
  personal?: boolean
  children: ReactNode
}

/** Leads to another screen once. The router's own component would repeat it while that screen loads. */
function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to, replace: true }), [navigate, to])
  return null
}

/** Shows a screen only with the required permission, so that no forbidden request is sent (decision G2). */
export function Guard({ may, home, billing = false, personal = false, children }: GuardProps) {
  const session = useSession()
  const dashboard = { to: '/dashboard', label: t('Go to dashboard') }
  if ((billing || ofBilling(may)) && !session.me.billing)
    return (
      <EmptyState heading="h1" title={t('No page at {path}', { path: window.location.pathname })} link={dashboard}>
        {t('The link is wrong, or the page was removed.')}
      </EmptyState>
    )
  if (personal && !session.personal)
    return (
      <EmptyState heading="h1" title={t('This page exists only in personal accounts')} link={dashboard} icon={IconLock}>
        {t('Your workspace belongs to an organization.')}
      </EmptyState>
    )
  if (session.can(may)) return children
  // A user without a dashboard starts on the first page of their menu
  if (home) return <Redirect to={menuOf(session)[0]?.items[0]?.path ?? '/dashboard/profile'} />
  if (session.personal) return <Personal />
  return (
    <EmptyState heading="h1" title={t("You don't have access to this page")} link={dashboard} icon={IconLock}>
      {t("Your role doesn't include it. An owner or administrator of your workspace can change that.")}
    </EmptyState>
  )
}

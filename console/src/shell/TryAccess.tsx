import { Link } from '@tanstack/react-router'
import { t } from '../platform/text/text.ts'
import { useSession } from './session.tsx'

export function TryAccess({ user, keyId }: { user: string; keyId?: string }) {
  const { can } = useSession()
  if (!can('policies.read')) return null
  return (
    <Link to={'/dashboard/policies/simulator'} search={{ user, ...(keyId ? { key: keyId } : {}) }}>
      {t("Simulate this user's access")}
    </Link>
  )
}

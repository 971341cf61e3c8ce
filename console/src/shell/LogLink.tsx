import { Link } from '@tanstack/react-router'
import { t } from '../platform/text/text.ts'
import { useSession } from './session.tsx'

export function LogLink({ id, name }: { id: string; name: string }) {
  const { can } = useSession()
  if (!can('activity.read')) return null
  return (
    <Link to="/dashboard/activity-logs/of/$id" params={{ id }} search={{ name }}>
      {t('Activity')}
    </Link>
  )
}

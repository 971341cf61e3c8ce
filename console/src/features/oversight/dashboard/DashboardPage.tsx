import { useSession } from '#shell/session.tsx'
import { OwnStart } from '../own-start/OwnStart.tsx'
import { Overview } from './Overview.tsx'

export default function DashboardPage() {
  const { can, personal } = useSession()
  return can('statistics.read') && !personal ? <Overview /> : <OwnStart />
}

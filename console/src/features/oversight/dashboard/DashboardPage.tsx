import { useSession } from '../../../shell/session.tsx'
import { OwnStart } from '../own-start/OwnStart.tsx'
import { Overview } from './Overview.tsx'

/** The first page after sign-in: the workspace in figures for administrators, the own account for everybody else. */
export default function DashboardPage() {
  const { can, personal } = useSession()
  return can('statistics.read') && !personal ? <Overview /> : <OwnStart />
}

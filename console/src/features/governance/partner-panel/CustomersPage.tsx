import { t } from '#platform/text/text.ts'
import { CustomerList } from './CustomerList.tsx'

export default function CustomersPage() {
  return <CustomerList title={t('Customer workspaces')} />
}

import { t } from '#platform/text/text.ts'
import { CustomerList } from './CustomerList.tsx'

export default function BusinessesPage() {
  return <CustomerList title={t('Businesses')} kind="business" />
}

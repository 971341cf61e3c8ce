import { t } from '#platform/text/text.ts'
import { CustomerList } from './CustomerList.tsx'

export default function PersonalsPage() {
  return <CustomerList title={t('Personals')} kind="personal" />
}

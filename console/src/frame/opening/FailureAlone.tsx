import { t } from '#platform/text/text.ts'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'

export default function FailureAlone({ fault }: { fault: unknown }) {
  return (
    <main>
      <h1 className="cv-hidden">Claviger</h1>
      <ErrorCard title={t("We couldn't open this page")} fault={fault} retry={() => window.location.reload()} />
    </main>
  )
}

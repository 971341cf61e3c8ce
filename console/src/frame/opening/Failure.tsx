import { t } from '#platform/text/text.ts'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'

export function Failure({ error }: { error: unknown }) {
  return (
    <>
      <h1 className="cv-hidden">Claviger</h1>
      <ErrorCard
        title={t("We couldn't open this page")}
        fault={error}
        retry={() => window.location.reload()}
        kept={t('No changes were made.')}
      />
    </>
  )
}

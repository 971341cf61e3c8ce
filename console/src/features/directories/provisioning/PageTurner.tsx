import { Button } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import classes from './provisioning.module.css'

const size = 20

export function PageTurner({ page, total, turn }: { page: number; total: number; turn: (to: number) => void }) {
  if (total <= size) return null
  return (
    <div className={`cv-ends ${classes.row ?? ''}`}>
      <Button variant="default" disabled={page === 1} onClick={() => turn(page - 1)}>
        {t('Back')}
      </Button>
      <Button variant="default" disabled={page * size >= total} onClick={() => turn(page + 1)}>
        {t('Next')}
      </Button>
    </div>
  )
}

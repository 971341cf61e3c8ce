import { cardImport } from '@claviger/contract/keys/card-import'
import type { CardImport } from '@claviger/contract/keys/card-import'
import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { count } from '../../../ground/text/formats.ts'
import { t } from '../../../ground/text/text.ts'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { Fetch } from '../../work/Fetch.tsx'
import { StopImport } from '../../work/imports/StopImport.tsx'
import { Progress } from '../../work/runs/Progress.tsx'
import classes from '../../work/imports/import.module.css'
import { CardBoxes, CardRows } from './CardRows.tsx'
import { CardsUndone, UndoCards } from './UndoCards.tsx'

/** How far the import has come; afterwards what became of each row, and the mails to the users. */
export function CardOutcome({ of }: { of: CardImport }) {
  const tell = useWrite(cardImport.notify)
  const ended = of.state !== 'running'
  const { success } = of.results
  const notDone = of.total - success
  const label = ended
    ? t('Import finished: {success} assigned, {others} not', { success: count(success), others: count(notDone) })
    : t('Assigning row {seen} of {total}', { seen: count(of.processed), total: count(of.total) })
  const untold = success - (of.notified?.mailed ?? 0)
  const mailing = of.notified !== null && !of.notified.finished
  return (
    <>
      <Card>
        <Progress done={of.processed} of={of.total} label={label} />
        {!ended && <StopImport calls={cardImport} id={of.id} />}
      </Card>
      {of.undo && <CardsUndone of={of} undo={of.undo} />}
      {ended && (
        <>
          {success > 0 && !of.undo && (
            <Card title={t('Tell the users')}>
              <div className={classes.upload}>
                {of.notified && (
                  <Progress
                    done={of.notified.processed}
                    of={success}
                    label={t('{mailed} users told, {others} without a mailbox', {
                      mailed: count(of.notified.mailed),
                      others: count(of.notified.processed - of.notified.mailed),
                    })}
                  />
                )}
                <p>
                  {t(
                    'Whose card is used with a PIN and has none gets one by mail; the others are told that their card works. Nobody is told twice.',
                  )}
                </p>
                <Button
                  leftSection={<IconMail size={16} stroke={1.8} aria-hidden />}
                  disabled={untold === 0 || mailing}
                  loading={tell.isPending}
                  onClick={() => tell.mutate({ id: of.id })}
                >
                  {t('Notify {count, plural, one {# user} other {# users}}', { count: untold })}
                </Button>
              </div>
            </Card>
          )}
          <div className={classes.right}>
            {!of.undo && <UndoCards of={of} />}
            <Fetch calls={cardImport} id={of.id} failed={notDone} />
            <Button component={Link} to="/dashboard/security-keys">
              {t('To the security keys')}
            </Button>
          </div>
          <CardBoxes of={of} />
          <CardRows of={of} />
        </>
      )}
    </>
  )
}

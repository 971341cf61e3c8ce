import { type CardImport, cardImport, type CardPin } from '@claviger/contract/keys/card-import'
import { Button, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useWrite } from '#platform/data/useWrite.ts'
import { msg, t } from '#platform/text/text.ts'
import { asCsv, download } from '#platform/ui/list/exportRows.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { pinsText } from './PinChoice.tsx'

const columns = [
  { name: 'row', label: msg('Row'), text: (of: CardPin) => String(of.row) },
  { name: 'user', label: msg('User'), text: (of: CardPin) => of.user },
  { name: 'key', label: msg('Security key'), text: (of: CardPin) => of.key },
  { name: 'pin', label: msg('PIN'), text: (of: CardPin) => of.pin },
]

/** How the users of an import get their PINs; random ones can be downloaded once. */
export function ImportedPins({ of }: { of: CardImport }) {
  const show = useWrite(cardImport.pins, {
    done: ({ items }) => download('pins.csv', 'text/csv', asCsv(items, columns)),
  })
  if (of.results.success === 0 || of.undo) return null
  if (of.pins !== 'show')
    return (
      <Card title={t('PINs')}>
        <p>{t(pinsText[of.pins])}</p>
      </Card>
    )
  return (
    <Card title={t('PINs')}>
      <Stack gap={12} align="flex-start">
        <p>
          {of.pinsShown
            ? t('The PINs were downloaded and deleted. Reset the PIN of a key if a user needs a new one.')
            : t('Download the random PINs now. They are shown only once and then deleted.')}
        </p>
        {!of.pinsShown && (
          <Button
            leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
            loading={show.isPending}
            onClick={() => show.mutate({ id: of.id })}
          >
            {t('Download PINs')}
          </Button>
        )}
      </Stack>
    </Card>
  )
}

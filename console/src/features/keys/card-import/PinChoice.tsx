import { type ImportedPins, importedPins } from '@claviger/contract/keys/card-import'
import { Radio, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { msg, t } from '#platform/text/text.ts'
import type { MappingOptions } from '#features/work/imports/import-kind.ts'

const labels: Record<ImportedPins, { label: string; help: string }> = {
  later: {
    label: msg('Users choose their PIN at the first tap'),
    help: msg('At a registered reader or on a card page'),
  },
  show: {
    label: msg('Random PINs, shown once'),
    help: msg('After the import, you download a file with the PINs, for example to print letters'),
  },
  none: { label: msg('No PIN'), help: msg('Anyone who finds a card can use it') },
}

/** Texts about PINs in the review and the result. */
export const pinsText: Record<ImportedPins, string> = {
  later: msg('Users choose their PIN at the first tap.'),
  show: msg('Cards that need a PIN get a random PIN, which is shown once.'),
  none: msg('New cards have no PIN.'),
}

export const PinChoice = ({ value, choose }: MappingOptions) => (
  <Radio.Group
    label={t('PINs of the new cards')}
    value={value['pins'] as ImportedPins}
    onChange={pins => choose({ pins })}
  >
    <Stack gap={10} mt={8}>
      {importedPins.map(one => (
        <Radio key={one} value={one} size="xs" label={t(labels[one].label)} description={t(labels[one].help)} />
      ))}
    </Stack>
  </Radio.Group>
)

import type { AttributeSource, PageSettings } from '@claviger/contract/access/self-service-settings/page-settings'
import { ActionIcon, Button, Checkbox, Group, Menu, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '#platform/look/overlays.css'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { useDraft } from '../editor/page-draft.ts'
import { fieldNames } from '../page-labels.ts'
import { Part } from './Part.tsx'

const most = 5
const department = 'department'

function One({ of, place }: { of: PageSettings['attributes'][number]; place: number }) {
  const { settings, set, means, faults } = useDraft()
  const plain = means?.choices.attributes.find(one => one.from === of.from)?.name ?? of.name
  const put = (name: string) =>
    set({ attributes: settings.attributes.map(one => (one.from === of.from ? { ...one, name } : one)) })
  return (
    <Group component="li" gap={8} wrap="nowrap" align="flex-end">
      <TextInput
        flex={1}
        label={t('Label for {attribute}', { attribute: plain })}
        value={of.name}
        maxLength={50}
        error={faults[`attributes.${place}.name`]}
        onChange={event => put(event.currentTarget.value)}
      />
      <ActionIcon
        aria-label={t("Don't ask for {attribute}", { attribute: of.name || plain })}
        onClick={() => set({ attributes: settings.attributes.filter(one => one.from !== of.from) })}
      >
        <IconTrash size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

export function Identify() {
  const { settings, set, means, faults } = useDraft()
  const { fields, attributes } = settings
  const asks = (from: AttributeSource) => attributes.some(one => one.from === from)
  const add = (from: AttributeSource, name: string) => set({ attributes: [...attributes, { from, name }] })
  const left = (means?.choices.attributes ?? []).filter(one => !asks(one.from) && one.from !== department)
  const unit = means?.choices.attributes.find(one => one.from === department)?.name ?? t('Department')
  return (
    <Part title={t('1 Identify')} about={t('The answers must match exactly one active user')}>
      <Grid columns={140} keeps gap="10px 12px">
        {(Object.keys(fieldNames) as (keyof typeof fields)[]).map(field => (
          <Checkbox
            key={field}
            size="xs"
            label={t(fieldNames[field])}
            checked={fields[field]}
            onChange={event => set({ fields: { ...fields, [field]: event.currentTarget.checked } })}
          />
        ))}
        <Checkbox
          size="xs"
          label={unit}
          checked={asks(department)}
          disabled={!asks(department) && attributes.length >= most}
          onChange={event =>
            event.currentTarget.checked
              ? add(department, unit)
              : set({ attributes: attributes.filter(one => one.from !== department) })
          }
        />
      </Grid>
      {attributes.length > 0 && (
        <Stack component="ul" gap={10} aria-label={t('Attributes')}>
          {attributes.map((one, place) => (
            <One key={one.from} of={one} place={place} />
          ))}
        </Stack>
      )}
      {faults['attributes'] && (
        <p className="cv-fault" role="alert">
          {faults['attributes']}
        </p>
      )}
      {left.length > 0 && attributes.length < most && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              px={0}
              style={{ alignSelf: 'start' }}
              variant="transparent"
              leftSection={<IconPlus size={15} stroke={1.8} aria-hidden />}
            >
              {t('Add attribute')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {left.map(one => (
              <Menu.Item key={one.from} onClick={() => add(one.from, one.name)}>
                {one.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Checkbox
        size="xs"
        label={t('Identify users by their card')}
        description={t("Skips the form if the card's holder has all the requested data.")}
        checked={settings.cardNamesHolder}
        onChange={event => set({ cardNamesHolder: event.currentTarget.checked })}
      />
    </Part>
  )
}

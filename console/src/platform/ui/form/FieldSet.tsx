import { Box, Stack } from '@mantine/core'
import type { BoxProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface FieldSetProps extends BoxProps {
  /** Only screen readers say it. */
  label?: string
  disabled: boolean
  gap?: number
  children: ReactNode
}

/** Fields that are enabled together. */
export const FieldSet = ({ label, disabled, gap = 16, children, ...rest }: FieldSetProps) => (
  <Box component="fieldset" disabled={disabled} {...rest}>
    {label !== undefined && <legend className="cv-hidden">{label}</legend>}
    <Stack gap={gap}>{children}</Stack>
  </Box>
)

// Status and due date as cells of a big list: the kit's chips, drawn without React.
import type { DueState } from '#domain/due.ts'
import chipStyles from '../chip.module.css'
import { type StatusOf, statusLook, type Tone } from '../chip.tsx'
import { classNames } from '../class-names.ts'
import type { IconName } from '../icon.tsx'
import { element, svgIcon } from './cell-drawing.ts'

const RING = 'M22 12A10 10 0 1 1 2 12a10 10 0 0 1 20 0'

/** The lucide icons that a status cell needs. */
const DRAWINGS: Partial<Record<IconName, readonly string[]>> = {
  'circle-dashed': [
    'M10.1 2.182a10 10 0 0 1 3.8 0',
    'M13.9 21.818a10 10 0 0 1-3.8 0',
    'M17.609 3.721a10 10 0 0 1 2.69 2.7',
    'M2.182 13.9a10 10 0 0 1 0-3.8',
    'M20.279 17.609a10 10 0 0 1-2.7 2.69',
    'M21.818 10.1a10 10 0 0 1 0 3.8',
    'M3.721 6.391a10 10 0 0 1 2.7-2.69',
    'M6.391 20.279a10 10 0 0 1-2.69-2.7',
  ],
  'clock-3': [RING, 'M12 6v6h4'],
  'circle-check': [RING, 'm16 9-5.5 5.5L8 12'],
  'circle-x': [RING, 'm15 9-6 6', 'm9 9 6 6'],
  send: [
    'M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11z',
    'm21.854 2.147-10.94 10.939',
  ],
  'check-check': ['M18 6 7 17l-5-5', 'm22 10-7.5 7.5L13 16'],
  'triangle-alert': ['m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3', 'M12 9v4', 'M12 17h.01'],
  ban: [RING, 'm4.9 4.9 14.2 14.2'],
}

const drawing = (icon: IconName): SVGSVGElement => svgIcon(...(DRAWINGS[icon] ?? [RING]))

/** Any short state as a cell that looks like a status. */
export function chipCell(tone: Tone, icon: IconName, label: string): HTMLElement {
  const chip = element('span', classNames(chipStyles.st, tone !== 'muted' && chipStyles[tone]), drawing(icon), label)
  chip.dataset.part = 'chip'
  return chip
}

export function statusCell(state: StatusOf): HTMLElement {
  const { tone, icon, label } = statusLook(state)
  return chipCell(tone, icon, label)
}

/** 'há 6 dias', 'em 2 dias', or nothing: in words, which the colour only repeats. */
export const dueCell = (due: DueState): HTMLElement | string => (due.short === '' ? '' : element('span', 'due-words', due.short))

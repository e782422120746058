// What a chart draws, as a table for those who hear it.
import text from '../look/text.module.css'

interface DataTableProps {
  caption: string
  heads: readonly string[]
  /** The first cell names the row. */
  rows: readonly (readonly string[])[]
}

export function DataTable({ caption, heads, rows }: DataTableProps) {
  return (
    <div className={text.vh}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={heads[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

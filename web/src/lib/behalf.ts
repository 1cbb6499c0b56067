/** Several players on one device: what a seat does while another one has the screen. */
import { TableClient, type Claim } from './table.svelte.ts';

/** Does something as somebody else at the table, over a connection of its own. */
export async function onBehalf<T>(id: string, claim: Claim, work: (table: TableClient) => Promise<T>): Promise<T> {
  const table = new TableClient(id, claim);
  try {
    return await work(table);
  } finally {
    table.close();
  }
}

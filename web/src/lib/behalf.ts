/** Several players on one device: acting for a seat while another one has the screen. */
import { TableClient, type Claim } from './table.svelte.ts';

/** Does something as another seat of the table, over a separate connection. */
export async function onBehalf<T>(id: string, claim: Claim, work: (table: TableClient) => Promise<T>): Promise<T> {
  const table = new TableClient(id, claim);
  try {
    return await work(table);
  } finally {
    table.close();
  }
}

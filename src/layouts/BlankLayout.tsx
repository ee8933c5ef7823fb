import { Outlet } from '@umijs/max';

/** Layout without a frame: for pages that are embedded in another page. */
export default function BlankLayout() {
  return <Outlet />;
}

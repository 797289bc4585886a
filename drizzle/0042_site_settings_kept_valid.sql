ALTER TABLE "site_settings" VALIDATE CONSTRAINT "site_settings_employee_limits";

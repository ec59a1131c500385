from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="cards_address",
            field=models.CharField(blank=True, default="", editable=False, max_length=200),
        ),
    ]
